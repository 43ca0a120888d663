import { defaultClientConditions, defineConfig } from 'vite'
import { sourceCondition } from '../../scripts/sourceCondition.ts'
import { cssText } from '../../scripts/vite/cssText.ts'
import { pinCustody } from '../../scripts/vite/pinCustody.ts'
import { sealPage } from '../../scripts/vite/sealPage.ts'

/** The page of the wallet's origin, below the folder of its major version (DECISIONS C5). */
export default defineConfig({
  base: '/v1/',
  plugins: [cssText(), pinCustody(), sealPage()],
  resolve: { conditions: [sourceCondition, ...defaultClientConditions] },
  build: {
    target: 'es2023',
    assetsInlineLimit: 0,
    // Its script would be one more to allow; the browsers of the target know `modulepreload`.
    modulePreload: false,
    rolldownOptions: { output: { hashCharacters: 'hex' } },
  },
})
