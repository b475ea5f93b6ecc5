import { bySize } from '../support/sizes'
import { testEveryPlace } from './support/ways'

// Quality goals, R2: the process dies at every await; another worker takes over.
testEveryPlace('process', bySize(72, 24, 1))
