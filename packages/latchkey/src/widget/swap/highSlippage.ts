/** Above so much slippage, in hundredths of a percent, a visitor is warned. */
export const highSlippage = 500
