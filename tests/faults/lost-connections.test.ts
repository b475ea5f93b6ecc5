import { testEveryPlace } from './support/ways'

// The process lives and its mails go on, but its connections to PostgreSQL end at every place where it waits.
testEveryPlace('connections')
