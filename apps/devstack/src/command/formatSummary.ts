import { devAccounts } from '../chains/devAccounts.ts'
import { type DemandName, demandNetworks, dogwood, localChains } from '../chains/devNetworks.ts'
import { devSolanaAccounts } from '../solana/devSolanaAccounts.ts'
import type { Devstack } from '../stack/startDevstack.ts'

/** What stands behind the address of a part that starts in the background. */
const stateNotes = {
  idle: '  (waits)',
  starting: '  (still starts)',
  running: '',
  out: '  (left out)',
} as const

/** The chains on demand that begin anew at each start. */
const forgetful: readonly DemandName[] = ['polkadot', 'stacks', 'sui']

/** The list of addresses that is printed once everything runs. */
export function formatSummary(
  stack: Pick<Devstack, 'ports' | 'parts' | 'description' | 'url' | 'demand' | 'bundler'>,
): string {
  const rows: [string, string][] = [
    ...(stack.url === undefined ? [] : [['Playground', stack.url] satisfies [string, string]]),
    ...(stack.parts.includes('phone')
      ? [['Phone wallet', stack.description.phone] satisfies [string, string]]
      : []),
    ['Services', stack.description.services],
    ...(stack.parts.includes('frame')
      ? [['Wallet page', stack.description.frame] satisfies [string, string]]
      : []),
    ...(stack.parts.includes('inbox') ? [['Inbox', stack.description.inbox] satisfies [string, string]] : []),
    ...(stack.parts.includes('providers')
      ? [['Login provider', stack.description.providers] satisfies [string, string]]
      : []),
    ['Faucet', stack.description.faucet],
    ...(stack.parts.includes('ramp') ? [['Ramp', stack.description.ramp] satisfies [string, string]] : []),
  ]
  if (stack.bundler) {
    const note = stateNotes[stack.bundler.state()]
    rows.push(['Bundler', `http://localhost:${stack.ports.bundler}${note}`])
  }
  for (const { id, name } of localChains) {
    rows.push([`${name} (${id})`, `http://localhost:${stack.ports.chains[id]}`])
  }
  rows.push([`${dogwood.name} (Solana)`, `http://localhost:${stack.ports.solana}`])
  for (const name of stack.demand.names) {
    const { name: title, nativeCurrency } = demandNetworks[name]
    const url = `http://localhost:${stack.ports.demand[name]}`
    rows.push([`${title} (${nativeCurrency.name})`, `${url}${stateNotes[stack.demand.stateOf(name)]}`])
  }
  const anew = stack.demand.names.filter(name => forgetful.includes(name))
  const exceptions =
    anew.length > 0 ? `, except ${anew.map(name => demandNetworks[name].name).join(', ')}` : ''
  const width = Math.max(...rows.map(([name]) => name.length)) + 2
  return [
    '',
    ...rows.map(([name, url]) => `  ${name.padEnd(width)}${url}`),
    '',
    `  Accounts 0 to 4 hold tokens; the first is ${devAccounts[0]?.address},`,
    `  on Solana ${devSolanaAccounts[0]?.address}.`,
    `  Ctrl-C ends everything; the chains keep their state${exceptions}.`,
    '',
  ].join('\n')
}
