import { type Address, getAddressDecoder, getBase58Decoder } from '@solana/kit'
import type { TransactionMetadata } from 'litesvm'

/** An instruction that a program called, as `json` encodes it. */
export interface InnerInstruction {
  readonly programIdIndex: number
  readonly accounts: readonly number[]
  readonly data: string
  readonly stackHeight: number
}

/** What the VM says about a run, in the forms of a node's answers. */
export interface RunDescription {
  readonly logs: readonly string[]
  readonly unitsConsumed: bigint
  readonly fee: bigint
  readonly innerInstructions: readonly { index: number; instructions: readonly InnerInstruction[] }[]
  readonly returnData: { programId: Address; data: readonly [string, 'base64'] } | null
}

/** Describes a run. */
export function readRun(meta: TransactionMetadata): RunDescription {
  const base58 = getBase58Decoder()
  const innerInstructions = meta
    .innerInstructions()
    .map((calls, index) => ({
      index,
      instructions: calls.map(call => {
        const instruction = call.instruction()
        return {
          programIdIndex: instruction.programIdIndex(),
          accounts: [...instruction.accounts()],
          data: base58.decode(instruction.data()),
          stackHeight: call.stackHeight(),
        }
      }),
    }))
    .filter(({ instructions }) => instructions.length > 0)
  const returned = meta.returnData()
  const data = Buffer.from(returned.data())
  return {
    logs: meta.logs(),
    unitsConsumed: meta.computeUnitsConsumed(),
    // litesvm has no accessor for the fee; it ends the debugging text, after all that a program can write.
    fee: BigInt(/fee: (\d+) \}\)?$/.exec(meta.toString())?.[1] ?? 0),
    innerInstructions,
    returnData:
      data.length === 0
        ? null
        : {
            programId: getAddressDecoder().decode(returned.programId()),
            data: [data.toString('base64'), 'base64'],
          },
  }
}

/** A run that ended before a program was called. */
export const noRun: RunDescription = {
  logs: [],
  unitsConsumed: 0n,
  fee: 0n,
  innerInstructions: [],
  returnData: null,
}
