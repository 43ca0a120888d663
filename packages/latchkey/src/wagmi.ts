/** `latchkey/wagmi`: binds a widget to a host's wagmi config, of wagmi 2 or 3, so that both show the same connection. */
export { type BindWagmiOptions, bindWagmi } from './wagmi/bindWagmi.ts'
export {
  type LatchkeyConnector,
  type LatchkeyConnectorOptions,
  latchkeyConnector,
} from './wagmi/latchkeyConnector.ts'
export type { WagmiConfig } from './wagmi/wagmiShapes.ts'
