import { testEveryPlace } from './support/ways'

// Quality goals, R2: the process ends at every place where it waits; another worker takes over.
testEveryPlace('process')
