import Simulation

extension World {
  /// Brings the contacts up to date with the poses, and prepares them for the solver.
  ///
  /// Contacts whose bodies have hardly moved against each other only follow their points, eight at
  /// a time; the others are collided again. Then those pairs without a contact are collided that
  /// may have come close enough since they last were.
  func updateContacts(_ parameters: ContactPreparation, _ team: WorkerTeam) {
    assert(parameters.reach >= 0, "a reach is not negative")
    sweeps.reserveMarks(bodyCount: bodyTable.records.count)
    reviewLanes()
    contactTable.nameSpare(bodyTable.fillSpare())
    let bodies = preparationRows
    changeLog.reserve(contactCount: contactTable.rows.count)
    workers.share(among: team) { share in
      let own = workers.scratch + share.worker
      share.beginForAll()
      contactTable.prepare(bodies, parameters, share, &own.pointee.remakes)
      share.beginForAll()
      takeOwnRemakes(share, &own.pointee.ownRemakes)
      remakeContacts(&own.pointee)
    }
    collectRemakes(team)
    contactTable.limitRemadeLanes(laneRows)
    findContacts(team)
    workers.share(among: team) { share, _ in
      share.divide(contactTable.blockCount)
      contactTable.prepareDirty(bodies, parameters, share)
    }
  }
}
