/** Indexes the chain at a URL into the store of its variables, a line for each slice, until it is killed. */
import { pino } from 'pino'
import { createRpcProxy } from '../rpc/createRpcProxy.ts'
import { parseEnvironment } from '../settings/parseEnvironment.ts'
import { openStore } from '../store/openStore.ts'
import { followChain } from './followChain.ts'

const log = pino({ level: 'silent' })
const chain = 'eip155:31337'
const store = await openStore(parseEnvironment(process.env))
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
