"""Peers: other people's methods, one file each, as faithful to their publications as we can be.

Each is a frozen dataclass of its choices with one method, ``score(pair, rng)``: above zero x causes
y, and the further from zero the surer. :mod:`vcei.catalogue` lists them by name.
"""

from vcei.peers.protocol import Peer, score_of

__all__ = ["Peer", "score_of"]
