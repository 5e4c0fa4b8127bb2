"""The bundled example is what its simulator makes."""

from importlib.resources import files

from vcei.data.example import example_csv, load_example


def test_the_file_is_what_the_simulator_makes():
    assert files("vcei.data").joinpath("example.csv").read_text(encoding="utf-8") == example_csv()


def test_it_is_two_years_of_days():
    pair = load_example()
    assert (pair.x_name, pair.y_name, pair.rows) == ("day", "temperature", 730)
    assert (pair.x.min(), pair.x.max()) == (1, 365)
