import type { Browser } from '@playwright/test'
import { encodeQR } from 'qr'

/** A picture of a text as a QR code, as a screenshot would have it. */
export async function drawCode(
  browser: Browser,
  text: string,
  type: 'png' | 'jpeg' = 'png',
): Promise<Buffer> {
  const page = await browser.newPage({ viewport: { width: 640, height: 480 } })
  try {
    const svg = encodeQR(text, 'svg', { ecc: 'medium' })
    await page.setContent(`<body style="margin:0;display:grid;place-items:center;height:480px;background:#fff">
      <div style="width:400px">${svg}</div>`)
    return await page.screenshot({ type, ...(type === 'jpeg' && { quality: 95 }) })
  } finally {
    await page.close()
  }
}
