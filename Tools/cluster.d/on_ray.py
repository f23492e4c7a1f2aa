"""The cluster is one of Ray."""
import os
import node, ray

ray.cloudpickle.register_pickle_by_value(node)


@ray.remote(num_cpus=1, max_restarts=-1)
class Worker:
    def __init__(self, node):
        self.node = node
        node.set_up()

    def run(self, recordings, units):
        return self.node.run(recordings, units)

    def process(self):
        return os.getpid()


class Pool:
    """One actor for each processor; an actor that dies starts anew, on whatever node there is."""

    def __init__(self, node, address, workers):
        ray.init(address=address, num_cpus=None if address else workers, include_dashboard=False,
                 log_to_driver=False)
        shared = ray.put(node)
        count = workers if not address else int(ray.cluster_resources()["CPU"])
        self.workers = [Worker.remote(shared) for _ in range(count)]
        self.busy = {}

    def width(self):
        return len(self.workers)

    def submit(self, recordings, units):
        load = list(self.busy.values())
        worker = min(range(len(self.workers)), key=load.count)
        future = self.workers[worker].run.remote(recordings, units)
        self.busy[future] = worker
        return future

    def wait(self, running, seconds):
        """The batches that have ended, with their lines, or with why they were lost."""
        ended = []
        for future in ray.wait(list(running), timeout=seconds)[0]:
            self.busy.pop(future, None)
            try:
                ended.append((future, ray.get(future), None))
            except Exception as error:
                ended.append((future, None, repr(error)))
        return ended

    def processes(self):
        """The workers' processes, where they are on this machine; those that are starting are left out."""
        asked = [worker.process.remote() for worker in self.workers]
        ready = ray.wait(asked, num_returns=len(asked), timeout=0.5)[0]
        return [ray.get(one) for one in ready]

    def close(self):
        ray.shutdown()
