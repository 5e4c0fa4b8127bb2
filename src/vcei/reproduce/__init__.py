"""The paper's figures from scratch: one file each, from data to numbers to a drawing."""

from vcei.reproduce.catalogue import RECIPES, Recipe
from vcei.reproduce.make import Made, Skipped, make
from vcei.reproduce.request import Request

__all__ = ["RECIPES", "Made", "Recipe", "Request", "Skipped", "make"]
