// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

/// An ERC-20 of the local chains with nothing beside the standard: any name, any decimals, and one minter (the faucet).
contract DevPlainToken is ERC20 {
    error OnlyMinter(address caller);

    address public immutable minter;
    uint8 private immutable scale;

    /// The holders are paid here and not afterwards, so a token is never found deployed but not handed out.
    constructor(
        string memory name_,
        string memory symbol_,
        uint8 decimals_,
        address minter_,
        address[] memory holders,
        uint256 amountEach
    ) ERC20(name_, symbol_) {
        minter = minter_;
        scale = decimals_;
        for (uint256 i = 0; i < holders.length; i++) _mint(holders[i], amountEach);
    }

    function decimals() public view virtual override returns (uint8) {
        return scale;
    }

    function mint(address to, uint256 amount) external {
        if (msg.sender != minter) revert OnlyMinter(msg.sender);
        _mint(to, amount);
    }
}
