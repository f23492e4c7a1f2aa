"""How long a plan of 10,000 recordings would take on many workers: events, with measured costs."""
import heapq, random

# Seconds of one build over 80,160 steps of golden recordings, 3.6 MB: the article Builds.
NATIVE = [2.0, 1.8, 1.9, 1.7, 1.7, 1.7, 1.7, 2.8, 2.0, 2.3, 2.3]
OTHERS = [29.9, 74.1, 78.8, 69.1, 91.1, 146.2, 8.0, 72.1, 45.9, 4.2, 13.3, 9.1, 14.1, 2.3, 26.9]
RECORDINGS, BYTES, GOLDEN_BYTES = 10_000, 20e6, 3.6e6
BATCH = 1.0  # a batch is at least so long
DISPATCH = 0.002  # of the driver, for each batch: Dask and the driver's own work
UNIT = 0.0006  # of a worker, for each unit: lines there and back
SHA = 230e6  # bytes a second
LINK = 1.25e9  # bytes a second from the store to all nodes: 10 gigabits
NODE = 32  # workers of a node, which share its cache
LATE, TIMES = 0.01, 3.0  # so many batches take so many times as long
LIFE = 1000 * 3600.0  # seconds until a worker dies


def run(builds, workers, pieces=1, seed=1):
    """Seconds of the clock and of processors, and batches that were run again."""
    chance = random.Random(seed)
    seconds = sorted((cost * BYTES / GOLDEN_BYTES / pieces for cost in builds for _ in range(pieces)),
                     reverse=True)
    free = [(0.0, worker) for worker in range(workers)]
    heapq.heapify(free)
    driver = link = end = busy = 0.0
    again, fetched = 0, {}
    pending = [(recording, cost) for recording in reversed(range(RECORDINGS)) for cost in reversed(seconds)]
    while pending:
        recording, cost = pending.pop()
        names = 1
        while pending and cost < BATCH and pending[-1][0] == recording:
            cost, names = cost + pending.pop()[1], names + 1
        now, worker = heapq.heappop(free)
        driver = max(driver, now) + DISPATCH
        start = driver
        place = (recording, worker // NODE)
        if place not in fetched:  # the first of a node fetches, the others wait for it
            link = max(link, start) + BYTES / LINK
            fetched[place] = link
        start = max(start, fetched[place])
        # What is late begins a second time elsewhere when the queue is empty: here, at once.
        length = names * UNIT + BYTES / SHA + cost * (TIMES if pending and chance.random() < LATE else 1)
        if chance.random() < length / LIFE:
            pending.append((recording, cost))
            again, length = again + 1, length / 2
        busy += length
        end = max(end, start + length)
        heapq.heappush(free, (start + length, worker))
    return end, busy, again, len(fetched)


def main():
    print("builds          workers    clock  efficiency  run again  fetched")
    for name, builds in (("11 native", NATIVE), ("all 26", NATIVE + OTHERS)):
        for workers in (64, 512, 4096):
            end, busy, again, fetched = run(builds, workers)
            work = sum(builds) * BYTES / GOLDEN_BYTES * RECORDINGS
            print(f"{name:<15} {workers:7} {end / 3600:6.2f} h {work / workers / end:11.2f} {again:10}"
                  f" {fetched * BYTES / 1e12:5.2f} TB")


if __name__ == "__main__":
    main()
