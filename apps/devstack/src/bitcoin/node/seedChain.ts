import { devBitcoinAccounts, simulatedBitcoinAccounts } from '../devBitcoinAccounts.ts'
import { type CallNode, NodeError } from './callNode.ts'
import { walletName } from './startNode.ts'

/** The first block's reward can be spent after 100 others. */
const firstBlocks = 101
/** In bitcoins, for each account; the first reward is 50. */
const firstPayment = { payment: 2, wrapped: 2, ordinals: 0.5 } as const

/** Opens the wallet; on a new chain mines the first blocks and pays the development accounts. */
export async function seedChain(call: CallNode): Promise<void> {
  const wallets = (await call('listwallets')) as string[]
  if (!wallets.includes(walletName)) await openWallet(call)
  const blocks = Number(await call('getblockcount'))
  if (blocks < firstBlocks) await mine(call, firstBlocks - blocks)
  const [first] = devBitcoinAccounts
  if (!first) return
  const { unspents } = (await call('scantxoutset', 'start', [`addr(${first.payment})`])) as {
    unspents: unknown[]
  }
  // A start that was cut off before this is caught up with; an account that has spent all is not paid again.
  if (unspents.length > 0 || blocks > firstBlocks) return
  await call(
    'sendmany',
    '',
    Object.fromEntries(
      [...devBitcoinAccounts, ...simulatedBitcoinAccounts]
        .flatMap(account => Object.entries(account))
        .map(([use, address]) => [address, firstPayment[use as keyof typeof firstPayment]]),
    ),
  )
  await mine(call, 1)
}

/** Mines blocks whose reward the wallet gets. */
export async function mine(call: CallNode, blocks: number): Promise<void> {
  await call('generatetoaddress', blocks, await call('getnewaddress', '', 'bech32'))
}

async function openWallet(call: CallNode): Promise<void> {
  try {
    await call('createwallet', walletName, false, false, '', false, true, true)
  } catch (error) {
    // It is there already, but was not open: a node that was killed forgets what it had open.
    if (!(error instanceof NodeError)) throw error
    await call('loadwallet', walletName, true)
  }
}
