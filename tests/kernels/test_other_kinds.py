"""Kernels of what is no number: hand calculations, enumeration, and scikit-learn."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from vcei.errors import InputError
from vcei.kernels import (
    Circular,
    Compared,
    Dirac,
    Embedded,
    Gaussian,
    GlobalAlignment,
    Linear,
    Median,
    Part,
    Ranks,
    Scaled,
    Signature,
    Spectrum,
    TfIdf,
)

CODES = np.arange(3.0)


def test_dirac_tells_categories_apart_and_smoothing_lets_them_lean():
    assert_allclose(Dirac()(CODES, CODES), np.eye(3))
    assert_allclose(Dirac(0.2)(CODES, CODES), 0.2 + 0.8 * np.eye(3))
    with pytest.raises(InputError, match="less than 1; 1 came"):
        Dirac(1)


def test_ranks_are_middle_ranks_of_the_sample():
    """Of 10 rows 2, 6 and 2 in three categories, middle ranks are 1, 5 and 9 tenths."""
    kernel = Ranks(0.4).resolve(np.repeat(CODES, [2, 6, 2]))
    assert_allclose(kernel.places, [0.1, 0.5, 0.9])
    assert_allclose(kernel(CODES[:1], CODES), [[1, np.exp(-0.5), np.exp(-2)]])
    with pytest.raises(InputError, match="ranks of these categories are open"):
        Ranks()(CODES, CODES)


def test_linear_scaled_part_and_circular_are_their_formulas():
    x, z = np.array([[1.0, 2.0]]), np.array([[3.0, 6.0]])
    assert_allclose(Linear()(x, z), [[15.0]])
    assert_allclose(Scaled(Gaussian(1.0), (2.0, 4.0))(x, z), [[np.exp(-1.0)]])
    product = Part(Linear(), 0, 1) * Part(Gaussian(4.0), 1, 2)
    assert_allclose(product(x, z), [[3 * np.exp(-0.5)]])
    quarter = Circular(24.0, 0.5)(np.array([1.0]), np.array([7.0]))
    assert_allclose(quarter, [[np.exp(-4.0)]])
    round_the_clock = Circular(24.0)(np.array([23.0]), np.array([1.0, 47.0]))
    assert_allclose(round_the_clock, [[np.exp(np.cos(np.pi / 6) - 1), 1.0]])


def test_scaled_settles_a_length_for_each_coordinate(rng):
    x = rng.normal(size=(50, 2)) * [1.0, 100.0]
    lengths = Scaled(Gaussian(1.0)).resolve(x).length_scales
    assert lengths == tuple(Median().length_scale(column) for column in x.T)
    with pytest.raises(InputError, match="for each of 2 coordinates"):
        Scaled(Gaussian(1.0), (1.0,))(x, x)


def test_spectrum_of_words_on_paper():
    """Pieces of abab are ab, ba, ab; of ab is ab: cosine 2/√(4+1)."""
    kernel = Spectrum(2).on(["abab", "ab", "xyz"])
    expected = [[1, 2 / 5**0.5, 0], [2 / 5**0.5, 1, 0], [0, 0, 1]]
    assert_allclose(kernel(CODES, CODES), expected)
    assert_allclose(kernel.compare(["ab"], ["abab"]), [[2 / 5**0.5]])
    assert_allclose(kernel.diagonal(CODES), np.ones(3))


def test_tf_idf_is_that_of_scikit_learn():
    text = pytest.importorskip("sklearn.feature_extraction.text")
    texts = ["The cat sat on the mat", "the dog sat down, the cat not", "a bird"]
    pattern = text.TfidfVectorizer(token_pattern=r"\w+", ngram_range=(1, 2))
    vectors = pattern.fit_transform(texts)
    ours = TfIdf(longest=2).on(texts)
    assert_allclose(ours(CODES, CODES), (vectors @ vectors.T).toarray(), atol=1e-12)


def alignments(left, right):
    """Yield every alignment of two series as pairs of places."""
    if left == right == 1:
        yield [(0, 0)]
        return
    for before in ((left - 1, right - 1), (left - 1, right), (left, right - 1)):
        if min(before) > 0:
            for path in alignments(*before):
                yield [*path, (left - 1, right - 1)]


def test_global_alignment_sums_over_all_alignments(rng):
    series = [rng.normal(size=size) for size in (2, 3, 5)]

    def raw(a, b):
        g = Gaussian(0.8)(a, b)
        match = g / (2 - g)
        return sum(np.prod([match[i, j] for i, j in path]) for path in alignments(len(a), len(b)))

    expected = [[raw(a, b) / (raw(a, a) * raw(b, b)) ** 0.5 for b in series] for a in series]
    kernel = GlobalAlignment(0.8).on(series)
    assert_allclose(kernel(CODES, CODES), expected, rtol=1e-12)
    assert_allclose(kernel.compare(series[:1], series[1:]), [expected[0][1:]], rtol=1e-12)


def test_signature_kernel_of_straight_paths_is_a_bessel_function():
    """For straight paths with increments of inner product p, k = Σ pⁿ/(n!)² = I₀(2√p)."""
    special = pytest.importorskip("scipy.special")
    times = np.linspace(0, 1, 40)
    kernel = Signature(1.0, timed=False).on([1.3 * times, 0.7 * times[::2]])
    slope = times[::2][-1]  # where the second path stops
    p = 1.3 * 0.7 * slope, 1.3**2, (0.7 * slope) ** 2
    raw = [special.iv(0, 2 * np.sqrt(v)) for v in p]
    found = kernel(CODES[:1], CODES[1:2])
    assert_allclose(found, [[raw[0] / np.sqrt(raw[1] * raw[2])]], rtol=1e-4)


def test_a_signature_with_time_sees_what_happens_between_the_ends():
    up = np.array([0.0, 1.0, 2.0])
    there_and_back = np.array([0.0, 4.0, 2.0])
    blind = Signature(0.1, timed=False).on([up, there_and_back])
    assert_allclose(blind(CODES[:2], CODES[:2]), np.ones((2, 2)), atol=1e-3)
    seeing = Signature(0.1).on([up, there_and_back])
    assert seeing(CODES[:1], CODES[1:2])[0, 0] < 0.99


def test_a_users_function_and_a_users_embedding():
    words = ["a", "bb", "ccc"]
    lengths = Compared(lambda xs, zs: [[len(x) * len(z) for z in zs] for x in xs]).on(words)
    assert_allclose(lengths(CODES, CODES), np.outer([1, 2, 3], [1, 2, 3]))
    embedded = Embedded(lambda texts: [[len(text)] for text in texts], Gaussian(1.0)).on(words)
    assert_allclose(embedded(CODES, CODES), Gaussian(1.0)(CODES, CODES))
    assert_allclose(embedded.compare(["a"], ["ccc"]), [[np.exp(-2.0)]])
    with pytest.raises(InputError, match=r"shape \(1, 3\).*shape \(2,\) came"):
        Compared(lambda xs, _: [1.0, len(xs)]).on(words)(CODES, CODES)
    with pytest.raises(InputError, match="a vector of finite numbers for each of its 3 values"):
        Embedded(lambda texts: [len(texts)]).on(words).resolve(CODES)(CODES, CODES)
    with pytest.raises(InputError, match=r"call kernel.on\(values\)"):
        Spectrum()(CODES, CODES)


def some_series():
    rng = np.random.default_rng(5)
    return [np.cumsum(rng.normal(size=(size, 2)), axis=0) for size in range(4, 16)]


@pytest.mark.parametrize(
    "kernel",
    [
        Spectrum().on([f"{i:b}" for i in range(12)]),
        TfIdf().on([f"{i} {i % 3} {i % 2}" for i in range(12)]),
        GlobalAlignment().on(some_series()),
        Signature().on(some_series()),
        Ranks(),
        Circular(5.0),
    ],
    ids=lambda kernel: type(kernel).__name__,
)
def test_gram_matrices_are_positive_semidefinite(kernel):
    places = np.arange(12.0)
    settled = kernel.resolve(places)
    gram = settled(places, places)
    assert_allclose(gram, gram.T, rtol=1e-12)
    assert np.linalg.eigvalsh(gram).min() > -1e-8
    assert_allclose(settled.diagonal(places), np.diag(gram), rtol=1e-12)
    assert_allclose(settled(places[:2], places), gram[:2], rtol=1e-12)
    assert np.all(np.isfinite(gram))


def test_long_series_do_not_underflow(rng):
    series = [rng.normal(size=600) for _ in range(2)]
    gram = GlobalAlignment().on(series).resolve(CODES[:2])(CODES[:2], CODES[:2])
    assert np.all(gram > 0)
    assert_allclose(np.diag(gram), 1.0)
