import { describeStore } from './describeStore.ts'
import { eachStoreWith } from './eachStore.fixture.ts'
import { type ProbeDatabase, probeMigrations } from './probe.fixture.ts'

eachStoreWith<ProbeDatabase>(probeMigrations, 'describeStore', open => describeStore('store', open))
