package metrics

import (
	"github.com/prometheus/client_golang/prometheus"
)

// gauges collects the state of other components: pools of connections, the queue of password
// hashes, the calls of API keys, the counts of decisions.
type gauges struct {
	sources Sources

	poolOpen, poolMax, poolWaits, poolWaited *prometheus.Desc
	placesHeld, placesMax, placesWaiting     *prometheus.Desc
	placeWaits, placeWaited, placesRefused   *prometheus.Desc
	afterFailed                              *prometheus.Desc
	hashPending, hashDone, hashRefused       *prometheus.Desc
	hashWaits, hashWaited                    *prometheus.Desc
	callsPending, callsDropped               *prometheus.Desc
	decisionsPending, decisionsDropped       *prometheus.Desc
}

func newGauges(sources Sources) *gauges {
	describe := func(name, help string, labels ...string) *prometheus.Desc {
		return prometheus.NewDesc("firmhub_"+name, help, labels, nil)
	}
	return &gauges{
		sources:       sources,
		poolOpen:      describe("db_connections", "Open connections to the database.", "pool", "state"),
		poolMax:       describe("db_connections_max", "Most connections that the pool opens.", "pool"),
		poolWaits:     describe("db_waits_total", "How often a connection had to be waited for.", "pool"),
		poolWaited:    describe("db_wait_seconds_total", "How long connections were waited for in all.", "pool"),
		placesHeld:    describe("db_places", "Connections in use for firms, out of those that they share.", "share"),
		placesMax:     describe("db_places_max", "Most connections in use for firms.", "share"),
		placesWaiting: describe("db_places_waiting", "Statements of firms that wait for their share of the connections.", "share"),
		placeWaits:    describe("db_place_waits_total", "How often a statement of a firm had to wait for its share.", "share"),
		placeWaited:   describe("db_place_wait_seconds_total", "How long statements of firms waited in all.", "share"),
		placesRefused: describe("db_places_refused_total", "Statements refused as too many of their firm wait.", "share"),
		afterFailed:   describe("db_after_transaction_failures_total", "Functions that failed after the end of their transaction.", "after"),
		hashPending:   describe("password_hashes_pending", "Password hashes that run or wait."),
		hashDone:      describe("password_hashes_total", "Password hashes that were made."),
		hashRefused:   describe("password_hashes_refused_total", "Calls that found the queue of password hashes full."),
		hashWaits:     describe("password_hash_waits_total", "Password hashes that had to wait for a worker."),
		hashWaited:    describe("password_hash_wait_seconds_total", "How long password hashes waited for a worker in all."),

		callsPending: describe("api_calls_pending", "Calls of API keys that are not written down yet."),
		callsDropped: describe("api_calls_dropped_total", "Calls of API keys that could not be written down and are lost."),

		decisionsPending: describe("decisions_pending", "Different decisions that are counted and not written down yet."),
		decisionsDropped: describe("decisions_dropped_total", "Decisions that were not counted, as too many different ones waited."),
	}
}

// Describe implements prometheus.Collector.
func (g *gauges) Describe(out chan<- *prometheus.Desc) {
	for _, desc := range []*prometheus.Desc{
		g.poolOpen, g.poolMax, g.poolWaits, g.poolWaited,
		g.placesHeld, g.placesMax, g.placesWaiting, g.placeWaits, g.placeWaited, g.placesRefused,
		g.afterFailed, g.hashPending, g.hashDone, g.hashRefused, g.hashWaits, g.hashWaited, g.callsPending, g.callsDropped,
		g.decisionsPending, g.decisionsDropped,
	} {
		out <- desc
	}
}

// Collect implements prometheus.Collector.
func (g *gauges) Collect(out chan<- prometheus.Metric) {
	gauge := func(desc *prometheus.Desc, value float64, labels ...string) {
		out <- prometheus.MustNewConstMetric(desc, prometheus.GaugeValue, value, labels...)
	}
	counter := func(desc *prometheus.Desc, value float64, labels ...string) {
		out <- prometheus.MustNewConstMetric(desc, prometheus.CounterValue, value, labels...)
	}
	database := g.sources.DB.Stats()
	for _, pool := range database.Pools {
		gauge(g.poolOpen, float64(pool.InUse), pool.Name, "in_use")
		gauge(g.poolOpen, float64(pool.Idle), pool.Name, "idle")
		gauge(g.poolMax, float64(pool.Max), pool.Name)
		counter(g.poolWaits, float64(pool.Waits), pool.Name)
		counter(g.poolWaited, pool.Waited.Seconds(), pool.Name)
	}
	for _, share := range database.Shares {
		gauge(g.placesHeld, float64(share.Held), share.Name)
		gauge(g.placesMax, float64(share.Places), share.Name)
		gauge(g.placesWaiting, float64(share.Waiting), share.Name)
		counter(g.placeWaits, float64(share.Waits), share.Name)
		counter(g.placeWaited, share.Waited.Seconds(), share.Name)
		counter(g.placesRefused, float64(share.Refused), share.Name)
	}
	counter(g.afterFailed, float64(database.AfterCommitFailures), "commit")
	counter(g.afterFailed, float64(database.OnRollbackFailures), "rollback")
	hashing := g.sources.Passwords.Stats()
	gauge(g.hashPending, float64(hashing.Pending))
	counter(g.hashDone, float64(hashing.Done))
	counter(g.hashRefused, float64(hashing.Refused))
	counter(g.hashWaits, float64(hashing.Waits))
	counter(g.hashWaited, hashing.Waited.Seconds())
	calls := g.sources.Calls.Stats()
	gauge(g.callsPending, float64(calls.Waiting))
	counter(g.callsDropped, float64(calls.Dropped))
	decisions := g.sources.Authz.Stats()
	gauge(g.decisionsPending, float64(decisions.Waiting))
	counter(g.decisionsDropped, float64(decisions.Dropped))
}

// newConnectionCount returns the gauge of the open WebSockets and event streams.
func newConnectionCount(open func() int) prometheus.Collector {
	return prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Name: "firmhub_live_connections", Help: "Open WebSockets and event streams.",
	}, func() float64 { return float64(open()) })
}
