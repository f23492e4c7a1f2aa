"""The cluster is one of Dask: `distributed`."""
import logging
import dask
from distributed import Client, LocalCluster, TimeoutError, WorkerPlugin, get_worker, wait

from node import __file__ as node_file


class Plugin(WorkerPlugin):
    name = "laplace"

    def __init__(self, node):
        self.node = node

    def setup(self, worker):
        self.node.set_up()

    def teardown(self, worker):
        self.node.tear_down()


def run(recordings, units):
    return get_worker().plugins["laplace"].node.run(recordings, units)


class Pool:
    """Workers, present and future; each one gets the node when it joins."""

    def __init__(self, node, address, workers):
        # What is lost is queued again by the driver; the rest is a second processor's time.
        dask.config.set({"distributed.scheduler.allowed-failures": 0,
                         "distributed.worker.profile.enabled": False,
                         "distributed.scheduler.active-memory-manager.start": False,
                         "distributed.scheduler.work-stealing": False,
                         "distributed.admin.tick.interval": "1s",
                         "distributed.admin.system-monitor.interval": "5s"})
        self.cluster = None if address else LocalCluster(
            n_workers=workers, threads_per_worker=1, dashboard_address=None, memory_limit=0,
            silence_logs=logging.CRITICAL)
        self.client = Client(address or self.cluster)
        if address:  # its machines have none of these files
            for file in (node_file, __file__):
                self.client.upload_file(file)
        self.client.register_plugin(Plugin(node))

    def width(self):
        return sum(self.client.nthreads().values())

    def submit(self, recordings, units):
        return self.client.submit(run, recordings, units, pure=False)

    def wait(self, running, seconds):
        """The batches that have ended, with their lines, or with why they were lost."""
        try:
            wait(running, timeout=seconds, return_when="FIRST_COMPLETED")
        except TimeoutError:
            pass
        return [(future, future.result() if future.status == "finished" else None,
                 repr(future.exception()) if future.status == "error" else future.status)
                for future in running if future.done()]

    def processes(self):
        """The workers' processes, where they are on this machine."""
        return [worker.pid for worker in self.cluster.workers.values() if worker.pid]

    def close(self):
        if self.cluster is None:
            self.client.unregister_worker_plugin("laplace")  # the cluster stays, our processes end
        self.client.close()
        if self.cluster:
            self.cluster.close()
