import { bySize } from '../support/sizes'
import { testEveryPlace } from './support/ways'

// The process survives while its PostgreSQL connections are cut at every await.
testEveryPlace('connections', bySize(72, 24, 1))
