/** How long the first look at the page for wallets may take before the list says that there are none, in milliseconds. */
export const discoveryTime = 200
