import { testEveryPlace } from './support/ways'

// The process survives while its PostgreSQL connections are cut at every await.
testEveryPlace('connections')
