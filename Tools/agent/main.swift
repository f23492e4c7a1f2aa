import LaplaceAgent
import Scenarios

LaplaceAgent.main(catalogue: Catalogue.all)
