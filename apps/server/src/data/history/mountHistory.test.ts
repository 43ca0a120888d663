import { formatRouteUrl, getHistory, historySchema } from 'latchkey/services'
import * as v from 'valibot'
import { expect, it, onTestFinished } from 'vitest'
import { openApp } from '../../app.fixture.ts'
import type { SliceTransfer } from '../indexer/buildSlice.ts'
import { idToBytes, toBytes } from '../indexer/hexBytes.ts'
import { seededAccount, seededToken } from '../indexer/seedTransfers.fixture.ts'
import { composeSlice } from '../indexer/writeSlice.ts'

const chainId = 'eip155:31337' as const
const account = seededAccount(0)
const stranger = seededAccount(1)
const token = seededToken(0)
/** The widget reads 2 MB of an answer, and reads on where all of a page is hidden. */
const longest = 510_000

it('T107: pages end early when strangers made them long, and leave nothing out', async () => {
  const app = await openApp({
    LATCHKEY_DEV: '1',
    // No node answers there, and none has to: the data is in the store.
    RPC_UPSTREAMS: JSON.stringify({ [chainId]: ['http://127.0.0.1:9'] }),
    INDEX_CHAINS: chainId,
  })
  onTestFinished(() => app.close())
  const blocks = [1, 2, 3, 4, 5, 6, 7, 8, 9]
  const ids = Array.from({ length: 100 }, (_, id) => BigInt(id))
  const transfers = blocks.flatMap(block =>
    ids.map(
      (tokenId, part): SliceTransfer => ({
        ...{ block, position: 0, log: 0, part, standard: 'erc1155', token, tokenId },
        ...{ amount: 1n, sender: stranger, recipient: account },
      }),
    ),
  )
  const { store } = app
  await store.write([
    ...composeSlice(store, 31337, {
      transactions: blocks.map(block => ({
        ...{ block, position: 0, minedAt: 1_700_000_000_000 + block, status: 1, nonce: block },
        ...{ hash: `0x${String(block).repeat(64)}`, sender: stranger, recipient: token },
        ...{ created: null, amount: 0n, selector: '0x2eb2c2d6' },
      })),
      transfers,
      activity: blocks.map(block => ({ account, block, position: 0 })),
      accountTokens: [],
      tokens: [{ token, standard: 'erc1155' }],
    }),
    store.compose
      .insertInto('index_nfts')
      .values(
        ids.map(id => ({
          ...{ chain_id: 31337, token: toBytes(token), token_id: idToBytes(id) },
          ...{ name: 'x'.repeat(64), description: null, tries: 0, read_at: Date.now() },
          image: `data:image/svg+xml;base64,${'A'.repeat(8_000)}`,
        })),
      )
      .compile(),
  ])

  const seen: (string | null)[] = []
  let cursor: string | undefined
  do {
    const query = { projectId: 'latchkey-dev', chainId, cursor }
    const response = await app.request(
      formatRouteUrl('', getHistory, { params: { address: account }, query }),
    )
    const text = await response.text()
    expect(text.length).toBeLessThan(longest)
    const { data, next } = v.parse(historySchema, JSON.parse(text))
    for (const { metadata, transfers: shown } of data) {
      expect(shown).toHaveLength(100)
      // Those that the widget shows, and not all of them over and over.
      expect(shown.map(({ nft_info: nft }) => nft?.content !== null).lastIndexOf(true)).toBe(2)
      seen.push(metadata.block)
    }
    cursor = next ?? undefined
  } while (cursor !== undefined)
  expect(seen).toEqual(['9', '8', '7', '6', '5', '4', '3', '2', '1'])
})
