import Simulation
public enum Catalogue { public static var all: [CatalogueEntry] { [] } }
