import type { FrameHandlers } from './frame.ts'

/**
 * The requests that this frame answers; the handshake reports their names. Codes typed into the page are answered
 * elsewhere.
 */
export const handlers: FrameHandlers = {
  SYNC_THEME: async () => (await import('./calls/syncTheme.ts')).syncTheme,
  SYNC_DAPP_DATA: async () => (await import('./calls/syncDappData.ts')).syncDappData,
  IS_CONNECTED: async () => (await import('./login/calls.ts')).isConnected,
  CONNECT_EMAIL: async () => (await import('./login/calls.ts')).connectEmail,
  CONNECT_DEVICE: async () => (await import('./login/calls.ts')).connectDevice,
  GET_SOCIAL_REDIRECT_URI: async () => (await import('./login/socialCalls.ts')).getSocialRedirectUri,
  CONNECT_SOCIAL: async () => (await import('./login/socialCalls.ts')).connectSocial,
  GET_FARCASTER_URI: async () => (await import('./login/farcasterLogin.ts')).getFarcasterUri,
  CONNECT_FARCASTER: async () => (await import('./login/farcasterLogin.ts')).connectFarcaster,
  CONNECT_ABORT: async () => (await import('./login/socialCalls.ts')).connectAbort,
  GET_USER: async () => (await import('./login/calls.ts')).getUser,
  UPDATE_EMAIL: async () => (await import('./login/calls.ts')).updateEmail,
  GET_SMART_ACCOUNT_ENABLED_NETWORKS: async () =>
    (await import('./login/calls.ts')).getSmartAccountEnabledNetworks,
  INIT_SMART_ACCOUNT: async () => (await import('./login/calls.ts')).initSmartAccount,
  SET_PREFERRED_ACCOUNT: async () => (await import('./login/calls.ts')).setPreferredAccount,
  SIGN_OUT: async () => (await import('./login/calls.ts')).signOut,
  RPC_REQUEST: async () => (await import('./provider/calls.ts')).rpcRequest,
  RPC_ABORT: async () => (await import('./provider/calls.ts')).rpcAbort,
  GET_REMINDER: async () => (await import('./settings/calls.ts')).getReminder,
  PUT_AWAY_REMINDER: async () => (await import('./settings/calls.ts')).putAwayReminder,
  GET_CHAIN_ID: async () => (await import('./provider/calls.ts')).getChainId,
  SWITCH_NETWORK: async () => (await import('./provider/calls.ts')).switchNetwork,
  SHOW_SCREEN: async () => (await import('./calls/showScreen.ts')).showScreen,
  HIDE_SCREEN: async () => (await import('./calls/hideScreen.ts')).hideScreen,
  RELOAD: async () => (await import('./calls/reload.ts')).reload,
}
