import GoldenWorlds
import LaplaceCommands

LaplaceTool.main(catalogue: GoldenCatalogue.all)
