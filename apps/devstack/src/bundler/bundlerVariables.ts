import { bundlerAccounts } from './bundlerAccounts.ts'
import { devPaymasters } from './devPaymasters.ts'

/**
 * The services' variables for the chain that has a bundler: where it is, and our paymasters with the key that signs for them. They
 * hold before the bundler answers: the services see by themselves whether it does.
 */
export function bundlerVariables(chainId: number, port: number): Readonly<Record<string, string>> {
  const network = `eip155:${chainId}`
  const paymasters = Object.fromEntries(devPaymasters.map(({ entryPoint, address }) => [entryPoint, address]))
  const sponsored = {
    name: 'Latchkey Demo',
    sponsor: true,
    operationsPerHour: 1_000,
    networks: { [network]: { dailyBudget: '100000000000000000000' } },
  }
  return {
    BUNDLER_URLS: JSON.stringify({ [network]: [`http://127.0.0.1:${port}`] }),
    PAYMASTER_KEY: bundlerAccounts.signer.privateKey,
    // By network, then by entry point.
    PAYMASTER_ADDRESSES: JSON.stringify({ [network]: paymasters }),
    // Off by default, as the contract behind it is unaudited: here it is tried.
    PERMISSIONS_UNAUDITED_PROJECTS: 'latchkey-dev-login',
    // Enough for any test, and every limit is there.
    PAYMASTER_PROJECTS: JSON.stringify({ 'latchkey-dev': sponsored, 'latchkey-dev-login': sponsored }),
  }
}
