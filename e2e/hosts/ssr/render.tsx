// Runs in a Node.js process of its own, without a window, on the packed library: prints the page's HTML.
import { defineLatchkeyButton } from 'latchkey/element'
import { renderToString } from 'react-dom/server'
import { createShopHandle, Shop } from './Shop.tsx'

if (typeof defineLatchkeyButton !== 'function') throw new Error('The element cannot be imported on a server.')
const [networks = '[]'] = process.argv.slice(2)
const latchkey = createShopHandle(JSON.parse(networks))
process.stdout.write(renderToString(<Shop latchkey={latchkey} />))
latchkey.destroy()
