import LaplaceCommands
import Scenarios

LaplaceTool.main(catalogue: Catalogue.all)
