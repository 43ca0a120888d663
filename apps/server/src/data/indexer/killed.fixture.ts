/** Indexes the chain at a URL into the store of its variables, a line for each slice, until it is killed. */

import { pino } from 'pino'
import { openStore } from '../../core/store/openStore.ts'
import { readStoreSettings } from '../../core/store/readStoreSettings.ts'
import { migrations } from '../../migrations.ts'
import { createRpcProxy } from '../rpc/createRpcProxy.ts'
import { followChain } from './followChain.ts'

const log = pino({ level: 'silent' })
const chain = 'eip155:31337'
// The store's settings alone: to load what reads all of them is a quarter of what this process costs.
const settings = readStoreSettings((name, fallback, reader) => {
  const text = process.env[name]
  return text === undefined ? fallback : reader(text)
})
const store = await openStore(settings, migrations)
await followChain({
  chain,
  chainId: 31337,
  store,
  proxy: createRpcProxy({
    upstreams: new Map([[chain, [String(process.argv[2])]]]),
    timeout: 10_000,
    answerLimit: 67_108_864,
    clock: () => performance.now(),
    log,
  }),
  log,
  fence: [],
  signal: new AbortController().signal,
  startBlock: 0,
  pollInterval: 50,
  finality: 64,
  largestSlice: 3,
  wrapped: undefined,
  traces: false,
  mayRestart: false,
  onSlice: ({ nextBlock }) => console.log(nextBlock),
})
