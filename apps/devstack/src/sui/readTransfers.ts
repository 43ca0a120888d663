import { bcs } from '@mysten/sui/bcs'
import { SuiFault } from './suiFault.ts'

type Transaction = ReturnType<typeof bcs.TransactionData.parse>['V1'] & {}
type Kind = NonNullable<Transaction['kind']['ProgrammableTransaction']>
type Argument = Kind['commands'][number] extends infer Command
  ? Command extends { TransferObjects: { objects: (infer One)[] } }
    ? One
    : never
  : never

/** What a transaction sends, in MIST; `all` is what the coin that pays for gas has left. */
export interface SuiTransfer {
  readonly to: string
  readonly amount: bigint | 'all'
}

/**
 * The transfers of a transaction that splits coins off its gas coin and hands them on, or hands on the gas coin. These are the commands
 * that wallets send SUI with, and all that Hazel executes.
 * @throws SuiFault for any other transaction.
 */
export function readTransfers(kind: Transaction['kind']): readonly SuiTransfer[] {
  const program = kind.ProgrammableTransaction
  if (!program) throw new SuiFault('Hazel executes programmable transactions only')
  const { inputs, commands } = program
  const pure = (argument: Argument): Uint8Array => {
    const input = argument.$kind === 'Input' ? inputs[argument.Input] : undefined
    if (input?.$kind !== 'Pure') throw new SuiFault('Hazel reads pure inputs only')
    return Uint8Array.from(atob(input.Pure.bytes), letter => letter.charCodeAt(0))
  }
  const results: (readonly bigint[])[] = []
  const transfers: SuiTransfer[] = []
  const sent = new Set<string>()

  for (const command of commands) {
    if (command.$kind === 'SplitCoins') {
      const { coin, amounts } = command.SplitCoins
      if (coin.$kind !== 'GasCoin') throw new SuiFault('Hazel splits the gas coin only')
      results.push(amounts.map(amount => BigInt(bcs.u64().parse(pure(amount)))))
    } else if (command.$kind === 'TransferObjects') {
      const { objects, address } = command.TransferObjects
      const to = bcs.Address.parse(pure(address))
      for (const object of objects) {
        const key = JSON.stringify(normal(object))
        if (sent.has(key)) throw new SuiFault('Hazel hands on each coin once')
        sent.add(key)
        transfers.push({ to, amount: amountOf(object, results) })
      }
      results.push([])
    } else throw new SuiFault(`Hazel does not execute ${command.$kind}`)
  }
  const split = results.flat().length
  if (transfers.filter(({ amount }) => amount !== 'all').length !== split)
    throw new SuiFault('A coin that was split off has to be handed on')
  return transfers
}

function amountOf(object: Argument, results: readonly (readonly bigint[])[]): bigint | 'all' {
  if (object.$kind === 'GasCoin') return 'all'
  const [command, place] = normal(object)
  const amount = results[command]?.[place]
  if (amount === undefined) throw new SuiFault('Hazel hands on split coins only')
  return amount
}

/** A result by its command and its place in it; -1 for what is none. */
function normal(argument: Argument): readonly [number, number] {
  if (argument.$kind === 'NestedResult') return argument.NestedResult
  return argument.$kind === 'Result' ? [argument.Result, 0] : [-1, -1]
}
