import { dogwood } from '../../chains/devNetworks.ts'
import { heightOf, slotsPerEpoch, slotWith } from '../ledger/slotClock.ts'
import { readCommitment, readConfig, readText, readU64 } from '../rpc/readParams.ts'
import { invalidParams, RpcError } from '../rpc/rpcError.ts'
import { apiVersion, inContext, type Method, type MethodContext } from './method.ts'

/** The identity of the only validator: no key belongs to it. */
const identity = 'Dogwood111111111111111111111111111111111111'
const featureSet = 3640012085

/** What the chain is and where it stands. */
export const chainMethods: Readonly<Record<string, Method>> = {
  getHealth: () => 'ok',
  getVersion: () => ({ 'solana-core': apiVersion, 'feature-set': featureSet }),
  getIdentity: () => ({ identity }),
  getGenesisHash: () => dogwood.genesisHash,
  getSlot: (context, params) => committedSlot(context, params),
  getBlockHeight: (context, params) => heightOf(committedSlot(context, params)),
  getFirstAvailableBlock: () => 0,
  getTransactionCount: ({ ledger }) => ledger.history.size(),
  getSlotLeader: () => identity,

  getBlockTime({ ledger }, params) {
    const slot = readU64(params[0], 'slot')
    if (slot > ledger.slot()) throw new RpcError(-32004, `Block not available for slot ${slot}`)
    if (heightOf(slot) < 0n)
      throw new RpcError(-32009, `Slot ${slot} was skipped, or missing in long-term storage`)
    return ledger.timeOf(slot)
  },

  getEpochInfo(context, params) {
    const slot = committedSlot(context, params)
    return {
      absoluteSlot: slot,
      blockHeight: heightOf(slot),
      epoch: slot / slotsPerEpoch,
      slotIndex: slot % slotsPerEpoch,
      slotsInEpoch: slotsPerEpoch,
      transactionCount: context.ledger.history.size(),
    }
  },

  getEpochSchedule: () => ({
    slotsPerEpoch,
    leaderScheduleSlotOffset: slotsPerEpoch,
    warmup: false,
    firstNormalEpoch: 0,
    firstNormalSlot: 0,
  }),

  getLatestBlockhash({ ledger }, params) {
    const commitment = readCommitment(readConfig(params, 0), ledger.slot())
    return inContext(ledger, ledger.lifetime(commitment))
  },

  isBlockhashValid({ ledger }, params) {
    const hash = readText(params, 0)
    if (!/^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(hash)) throw invalidParams('Invalid param: Invalid')
    readCommitment(readConfig(params, 1), ledger.slot())
    return inContext(ledger, ledger.lifetimeOf(hash) !== undefined)
  },

  getMinimumBalanceForRentExemption({ ledger }, params) {
    const bytes = readU64(params[0], 'the data length')
    // The largest account (MAX_PERMITTED_DATA_LENGTH).
    if (bytes > 10n * 1024n * 1024n) throw invalidParams(`Invalid params: no account holds ${bytes} bytes.`)
    return ledger.rentFor(bytes)
  },
}

function committedSlot({ ledger }: MethodContext, params: readonly unknown[]): bigint {
  const newest = ledger.slot()
  return slotWith(readCommitment(readConfig(params, 0), newest), newest)
}
