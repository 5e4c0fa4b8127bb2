"""Any kind: the method for categories, vectors, texts, series and mixtures of them."""

from vcei.any_kind.identify import identify_any_kind
from vcei.any_kind.method import AnyKind, Measure

__all__ = ["AnyKind", "Measure", "identify_any_kind"]
