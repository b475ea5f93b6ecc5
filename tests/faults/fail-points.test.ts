import { testEveryPlace } from './support/ways'

// Quality goals, R2: the process dies at every await; another worker takes over.
testEveryPlace('process')
