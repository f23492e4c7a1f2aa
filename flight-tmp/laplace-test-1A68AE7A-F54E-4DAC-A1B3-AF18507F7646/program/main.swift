import LaplaceAgent
import Simulation

LaplaceAgent.main(catalogue: [
  CatalogueEntry(EveryState.self, summary: "", defaultStepCount: 600)
])