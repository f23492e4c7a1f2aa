import GoldenWorlds
import LaplaceAgent

LaplaceAgent.main(catalogue: GoldenCatalogue.all)
