// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {DevPlainToken} from "./DevPlainToken.sol";

/// An ERC-20 that keeps one percent of every transfer for its minter, so less arrives than was sent.
contract DevTaxToken is DevPlainToken {
    /// Hundredths of a percent.
    uint256 public constant taxBps = 100;

    constructor(
        string memory name_,
        string memory symbol_,
        uint8 decimals_,
        address minter_,
        address[] memory holders,
        uint256 amountEach
    ) DevPlainToken(name_, symbol_, decimals_, minter_, holders, amountEach) {}

    function _update(address from, address to, uint256 value) internal override {
        uint256 tax = from == address(0) ? 0 : (value * taxBps) / 10_000;
        if (tax > 0) super._update(from, minter, tax);
        super._update(from, to, value - tax);
    }
}
