import AgentProtocol
import Scenarios

LaplaceAgent.main(catalogue: Catalogue.all)
