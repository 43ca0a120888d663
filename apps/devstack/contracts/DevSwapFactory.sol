// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {DevSwapPair} from "./DevSwapPair.sol";

/// Makes one pool for each two tokens, at an address that depends on them alone.
contract DevSwapFactory {
    error IdenticalAddresses(address token);
    error ZeroAddress();
    error PairExists(address pair);

    event PairCreated(address indexed token0, address indexed token1, address pair, uint256 count);

    mapping(address tokenA => mapping(address tokenB => address pair)) public getPair;
    address[] public allPairs;

    function allPairsLength() external view returns (uint256) {
        return allPairs.length;
    }

    function createPair(address tokenA, address tokenB) external returns (address pair) {
        if (tokenA == tokenB) revert IdenticalAddresses(tokenA);
        (address token0, address token1) = tokenA < tokenB ? (tokenA, tokenB) : (tokenB, tokenA);
        if (token0 == address(0)) revert ZeroAddress();
        if (getPair[token0][token1] != address(0)) revert PairExists(getPair[token0][token1]);
        pair = address(new DevSwapPair{salt: bytes32(0)}(token0, token1));
        getPair[token0][token1] = pair;
        getPair[token1][token0] = pair;
        allPairs.push(pair);
        emit PairCreated(token0, token1, pair, allPairs.length);
    }
}
