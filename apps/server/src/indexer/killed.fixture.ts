/** Indexes the chain at a URL into the store of its variables, a line for each slice, until it is killed. */
import { pino } from 'pino'
import { createRpcProxy } from '../rpc/createRpcProxy.ts'
import { createPostgresStore } from '../store/createPostgresStore.ts'
import { createSqliteStore } from '../store/createSqliteStore.ts'
import { followChain } from './followChain.ts'

const log = pino({ level: 'silent' })
const chain = 'eip155:31337'
// Not by way of all the settings: to load what reads those is a quarter of what this process costs.
const { DATABASE_URL: url, DATA_FOLDER: folder = '' } = process.env
const store = await (url === undefined ? createSqliteStore({ folder }) : createPostgresStore({ url }))
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
