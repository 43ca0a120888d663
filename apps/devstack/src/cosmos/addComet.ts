import type { Hono } from 'hono'
import { answerAbci } from './answerAbci.ts'
import { ironwood } from './cosmosState.ts'
import type { CosmosChain, MinedTransaction } from './createCosmosChain.ts'

type Params = Readonly<Record<string, unknown>>

/** The part of CometBFT's JSON-RPC that a client of CosmJS needs to read, send and wait. */
export function addComet(app: Hono, chain: CosmosChain): void {
  const methods: Readonly<Record<string, (params: Params) => unknown>> = {
    health: () => ({}),
    status: () => statusOf(chain),
    abci_query: ({ path, data }) => {
      const { code, log, value } = answerAbci(chain.state, String(path), Buffer.from(String(data), 'hex'))
      const more = { index: '0', key: '', proofOps: null, info: '', codespace: code === 0 ? '' : 'sdk' }
      const response = { ...more, code, log, value: Buffer.from(value).toString('base64') }
      return { response: { ...response, height: String(chain.height) } }
    },
    broadcast_tx_sync: ({ tx }) => {
      const { hash, code, log } = chain.check(new Uint8Array(Buffer.from(String(tx), 'base64')))
      return { code, log, data: '', codespace: code === 0 ? '' : 'sdk', hash }
    },
    tx: ({ hash }) => {
      const mined = chain.find(Buffer.from(String(hash), 'base64').toString('hex'))
      if (!mined) throw new Error(`tx (${String(hash)}) not found`)
      return transactionOf(mined)
    },
    tx_search: ({ query }) => {
      const [, hash] = /^tx\.hash\s*=\s*'([0-9a-fA-F]{64})'$/.exec(String(query)) ?? []
      const mined = hash === undefined ? undefined : chain.find(hash)
      return { txs: mined ? [transactionOf(mined)] : [], total_count: mined ? '1' : '0' }
    },
  }

  app.post('/', async context => {
    const { id, method, params } = Object(await context.req.json().catch(() => undefined)) as Params
    const answer = Object.hasOwn(methods, String(method)) ? methods[String(method)] : undefined
    const head = { jsonrpc: '2.0', id: typeof id === 'number' || typeof id === 'string' ? id : null }
    if (!answer) return context.json({ ...head, error: { code: -32601, message: 'Method not found' } })
    try {
      return context.json({ ...head, result: answer(Object(params) as Params) })
    } catch (error) {
      const data = error instanceof Error ? error.message : String(error)
      return context.json({ ...head, error: { code: -32603, message: 'Internal error', data } })
    }
  })
  app.get('/status', context => context.json({ jsonrpc: '2.0', id: -1, result: statusOf(chain) }))
}

const noHash = '0'.repeat(64)

function statusOf({ height, time }: CosmosChain) {
  return {
    node_info: {
      protocol_version: { p2p: '8', block: '11', app: '0' },
      id: '0'.repeat(40),
      listen_addr: 'tcp://0.0.0.0:26656',
      network: ironwood.chainId,
      version: '0.38.17',
      channels: '',
      moniker: 'double',
      other: { tx_index: 'on', rpc_address: 'tcp://0.0.0.0:26657' },
    },
    sync_info: {
      latest_block_hash: noHash,
      latest_app_hash: noHash,
      latest_block_height: String(height),
      latest_block_time: new Date(time).toISOString(),
      catching_up: false,
    },
    validator_info: {
      address: '0'.repeat(40),
      pub_key: { type: 'tendermint/PubKeyEd25519', value: Buffer.alloc(32).toString('base64') },
      voting_power: '1',
    },
  }
}

function transactionOf({ hash, height, bytes, code, log, gasWanted, gasUsed }: MinedTransaction) {
  const result = { code, log, data: '', info: '', events: [], codespace: code === 0 ? '' : 'sdk' }
  return {
    hash,
    height: String(height),
    index: 0,
    tx_result: { ...result, gas_wanted: String(gasWanted), gas_used: String(gasUsed) },
    tx: Buffer.from(bytes).toString('base64'),
  }
}
