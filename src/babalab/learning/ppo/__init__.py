"""PPO with an adaptive KL penalty, and the networks it trains.

`algorithm` is the algorithm on one page; everything else here is a helper of it. Nothing is
imported here, since torch takes seconds to load.
"""
