import BallGame
import LaplaceCommands
import Simulation

LaplaceTool.main(catalogue: [
  CatalogueEntry(Ball.self, summary: "a ball that bounces", defaultStepCount: 600)
])
