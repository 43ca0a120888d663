// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {DevSwapFactory} from "./DevSwapFactory.sol";
import {DevSwapPair} from "./DevSwapPair.sol";

interface IWrapped {
    function deposit() external payable;
    function withdraw(uint256 value) external;
}

/// Trades along pools and adds to them, with limits and a deadline; the functions that v2 routers have made common.
contract DevSwapRouter {
    using SafeERC20 for IERC20;

    error Expired(uint256 deadline);
    error InvalidPath();
    error NoPair(address tokenA, address tokenB);
    error InsufficientAmount();
    error InsufficientLiquidity();
    error InsufficientAAmount();
    error InsufficientBAmount();
    error InsufficientOutputAmount(uint256 amount);
    error ExcessiveInputAmount(uint256 amount);
    error EtherTransferFailed(address to);
    error OnlyWrapped(address sender);

    address public immutable factory;
    address public immutable WETH;

    modifier until(uint256 deadline) {
        if (block.timestamp > deadline) revert Expired(deadline);
        _;
    }

    constructor(address factory_, address weth_) {
        factory = factory_;
        WETH = weth_;
    }

    receive() external payable {
        if (msg.sender != WETH) revert OnlyWrapped(msg.sender);
    }

    // Adding and taking out

    function addLiquidity(
        address tokenA,
        address tokenB,
        uint256 amountADesired,
        uint256 amountBDesired,
        uint256 amountAMin,
        uint256 amountBMin,
        address to,
        uint256 deadline
    ) external until(deadline) returns (uint256 amountA, uint256 amountB, uint256 liquidity) {
        (amountA, amountB) = fit(tokenA, tokenB, amountADesired, amountBDesired, amountAMin, amountBMin);
        liquidity = deposit(tokenA, tokenB, amountA, amountB, to);
    }

    function addLiquidityETH(
        address token,
        uint256 amountTokenDesired,
        uint256 amountTokenMin,
        uint256 amountETHMin,
        address to,
        uint256 deadline
    ) external payable until(deadline) returns (uint256 amountToken, uint256 amountETH, uint256 liquidity) {
        (amountToken, amountETH) = fit(token, WETH, amountTokenDesired, msg.value, amountTokenMin, amountETHMin);
        address pair = pairOf(token, WETH);
        IERC20(token).safeTransferFrom(msg.sender, pair, amountToken);
        IWrapped(WETH).deposit{value: amountETH}();
        IERC20(WETH).safeTransfer(pair, amountETH);
        liquidity = DevSwapPair(pair).mint(to);
        if (msg.value > amountETH) pay(msg.sender, msg.value - amountETH);
    }

    function removeLiquidity(
        address tokenA,
        address tokenB,
        uint256 liquidity,
        uint256 amountAMin,
        uint256 amountBMin,
        address to,
        uint256 deadline
    ) external until(deadline) returns (uint256 amountA, uint256 amountB) {
        return remove(tokenA, tokenB, liquidity, amountAMin, amountBMin, to);
    }

    function removeLiquidityETH(
        address token,
        uint256 liquidity,
        uint256 amountTokenMin,
        uint256 amountETHMin,
        address to,
        uint256 deadline
    ) external until(deadline) returns (uint256 amountToken, uint256 amountETH) {
        (amountToken, amountETH) = remove(token, WETH, liquidity, amountTokenMin, amountETHMin, address(this));
        IERC20(token).safeTransfer(to, amountToken);
        IWrapped(WETH).withdraw(amountETH);
        pay(to, amountETH);
    }

    // Trading

    function swapExactTokensForTokens(
        uint256 amountIn,
        uint256 amountOutMin,
        address[] calldata path,
        address to,
        uint256 deadline
    ) external until(deadline) returns (uint256[] memory amounts) {
        amounts = atLeast(amountIn, amountOutMin, path);
        IERC20(path[0]).safeTransferFrom(msg.sender, pairOf(path[0], path[1]), amountIn);
        trade(amounts, path, to);
    }

    function swapTokensForExactTokens(
        uint256 amountOut,
        uint256 amountInMax,
        address[] calldata path,
        address to,
        uint256 deadline
    ) external until(deadline) returns (uint256[] memory amounts) {
        amounts = atMost(amountOut, amountInMax, path);
        IERC20(path[0]).safeTransferFrom(msg.sender, pairOf(path[0], path[1]), amounts[0]);
        trade(amounts, path, to);
    }

    function swapExactETHForTokens(uint256 amountOutMin, address[] calldata path, address to, uint256 deadline)
        external
        payable
        until(deadline)
        returns (uint256[] memory amounts)
    {
        startsWrapped(path);
        amounts = atLeast(msg.value, amountOutMin, path);
        wrapInto(path, amounts[0]);
        trade(amounts, path, to);
    }

    function swapETHForExactTokens(uint256 amountOut, address[] calldata path, address to, uint256 deadline)
        external
        payable
        until(deadline)
        returns (uint256[] memory amounts)
    {
        startsWrapped(path);
        amounts = atMost(amountOut, msg.value, path);
        wrapInto(path, amounts[0]);
        trade(amounts, path, to);
        if (msg.value > amounts[0]) pay(msg.sender, msg.value - amounts[0]);
    }

    function swapExactTokensForETH(
        uint256 amountIn,
        uint256 amountOutMin,
        address[] calldata path,
        address to,
        uint256 deadline
    ) external until(deadline) returns (uint256[] memory amounts) {
        endsWrapped(path);
        amounts = atLeast(amountIn, amountOutMin, path);
        IERC20(path[0]).safeTransferFrom(msg.sender, pairOf(path[0], path[1]), amountIn);
        unwrapFrom(amounts, path, to);
    }

    function swapTokensForExactETH(
        uint256 amountOut,
        uint256 amountInMax,
        address[] calldata path,
        address to,
        uint256 deadline
    ) external until(deadline) returns (uint256[] memory amounts) {
        endsWrapped(path);
        amounts = atMost(amountOut, amountInMax, path);
        IERC20(path[0]).safeTransferFrom(msg.sender, pairOf(path[0], path[1]), amounts[0]);
        unwrapFrom(amounts, path, to);
    }

    // Trading what may arrive as less than was sent: nothing is reckoned ahead, only what came out in the end counts

    function swapExactTokensForTokensSupportingFeeOnTransferTokens(
        uint256 amountIn,
        uint256 amountOutMin,
        address[] calldata path,
        address to,
        uint256 deadline
    ) external until(deadline) {
        hasTwo(path);
        IERC20(path[0]).safeTransferFrom(msg.sender, pairOf(path[0], path[1]), amountIn);
        uint256 before = IERC20(path[path.length - 1]).balanceOf(to);
        tradeArrived(path, to);
        enough(IERC20(path[path.length - 1]).balanceOf(to) - before, amountOutMin);
    }

    function swapExactETHForTokensSupportingFeeOnTransferTokens(
        uint256 amountOutMin,
        address[] calldata path,
        address to,
        uint256 deadline
    ) external payable until(deadline) {
        startsWrapped(path);
        wrapInto(path, msg.value);
        uint256 before = IERC20(path[path.length - 1]).balanceOf(to);
        tradeArrived(path, to);
        enough(IERC20(path[path.length - 1]).balanceOf(to) - before, amountOutMin);
    }

    function swapExactTokensForETHSupportingFeeOnTransferTokens(
        uint256 amountIn,
        uint256 amountOutMin,
        address[] calldata path,
        address to,
        uint256 deadline
    ) external until(deadline) {
        endsWrapped(path);
        IERC20(path[0]).safeTransferFrom(msg.sender, pairOf(path[0], path[1]), amountIn);
        tradeArrived(path, address(this));
        uint256 out = IERC20(WETH).balanceOf(address(this));
        enough(out, amountOutMin);
        IWrapped(WETH).withdraw(out);
        pay(to, out);
    }

    // Asking

    /// What is worth as much at the pool's own price.
    function quote(uint256 amountA, uint256 reserveA, uint256 reserveB) public pure returns (uint256 amountB) {
        if (amountA == 0) revert InsufficientAmount();
        if (reserveA == 0 || reserveB == 0) revert InsufficientLiquidity();
        return (amountA * reserveB) / reserveA;
    }

    /// What a trade pays out: three thousandths of what goes in stay in the pool.
    function getAmountOut(uint256 amountIn, uint256 reserveIn, uint256 reserveOut)
        public
        pure
        returns (uint256 amountOut)
    {
        if (amountIn == 0) revert InsufficientAmount();
        if (reserveIn == 0 || reserveOut == 0) revert InsufficientLiquidity();
        uint256 counted = amountIn * 997;
        return (counted * reserveOut) / (reserveIn * 1_000 + counted);
    }

    /// What a trade takes in for a given payout, rounded up.
    function getAmountIn(uint256 amountOut, uint256 reserveIn, uint256 reserveOut)
        public
        pure
        returns (uint256 amountIn)
    {
        if (amountOut == 0) revert InsufficientAmount();
        if (reserveIn == 0 || reserveOut <= amountOut) revert InsufficientLiquidity();
        return (reserveIn * amountOut * 1_000) / ((reserveOut - amountOut) * 997) + 1;
    }

    function getAmountsOut(uint256 amountIn, address[] calldata path) public view returns (uint256[] memory amounts) {
        hasTwo(path);
        amounts = new uint256[](path.length);
        amounts[0] = amountIn;
        for (uint256 i = 0; i + 1 < path.length; i++) {
            (uint256 reserveIn, uint256 reserveOut) = reservesOf(path[i], path[i + 1]);
            amounts[i + 1] = getAmountOut(amounts[i], reserveIn, reserveOut);
        }
    }

    function getAmountsIn(uint256 amountOut, address[] calldata path) public view returns (uint256[] memory amounts) {
        hasTwo(path);
        amounts = new uint256[](path.length);
        amounts[path.length - 1] = amountOut;
        for (uint256 i = path.length - 1; i > 0; i--) {
            (uint256 reserveIn, uint256 reserveOut) = reservesOf(path[i - 1], path[i]);
            amounts[i - 1] = getAmountIn(amounts[i], reserveIn, reserveOut);
        }
    }

    // Within

    /// The most of both tokens that keeps the pool's price; a pool that is new takes any.
    function fit(
        address tokenA,
        address tokenB,
        uint256 amountADesired,
        uint256 amountBDesired,
        uint256 amountAMin,
        uint256 amountBMin
    ) private returns (uint256 amountA, uint256 amountB) {
        if (DevSwapFactory(factory).getPair(tokenA, tokenB) == address(0)) {
            DevSwapFactory(factory).createPair(tokenA, tokenB);
        }
        (uint256 reserveA, uint256 reserveB) = reservesOf(tokenA, tokenB);
        if (reserveA == 0 && reserveB == 0) return (amountADesired, amountBDesired);
        amountB = quote(amountADesired, reserveA, reserveB);
        if (amountB <= amountBDesired) {
            if (amountB < amountBMin) revert InsufficientBAmount();
            return (amountADesired, amountB);
        }
        amountA = quote(amountBDesired, reserveB, reserveA);
        if (amountA < amountAMin) revert InsufficientAAmount();
        return (amountA, amountBDesired);
    }

    function deposit(address tokenA, address tokenB, uint256 amountA, uint256 amountB, address to)
        private
        returns (uint256 liquidity)
    {
        address pair = pairOf(tokenA, tokenB);
        IERC20(tokenA).safeTransferFrom(msg.sender, pair, amountA);
        IERC20(tokenB).safeTransferFrom(msg.sender, pair, amountB);
        return DevSwapPair(pair).mint(to);
    }

    function remove(
        address tokenA,
        address tokenB,
        uint256 liquidity,
        uint256 amountAMin,
        uint256 amountBMin,
        address to
    ) private returns (uint256 amountA, uint256 amountB) {
        address pair = pairOf(tokenA, tokenB);
        IERC20(pair).safeTransferFrom(msg.sender, pair, liquidity);
        (uint256 amount0, uint256 amount1) = DevSwapPair(pair).burn(to);
        (amountA, amountB) = tokenA < tokenB ? (amount0, amount1) : (amount1, amount0);
        if (amountA < amountAMin) revert InsufficientAAmount();
        if (amountB < amountBMin) revert InsufficientBAmount();
    }

    /// Each pool pays straight into the next one, the last one to the receiver.
    function trade(uint256[] memory amounts, address[] calldata path, address to) private {
        for (uint256 i = 0; i + 1 < path.length; i++) {
            (address from, address into) = (path[i], path[i + 1]);
            uint256 out = amounts[i + 1];
            address receiver = i + 2 < path.length ? pairOf(into, path[i + 2]) : to;
            (uint256 out0, uint256 out1) = from < into ? (uint256(0), out) : (out, uint256(0));
            DevSwapPair(pairOf(from, into)).swap(out0, out1, receiver, "");
        }
    }

    /// Like `trade`, with what each pool finds to have come in.
    function tradeArrived(address[] calldata path, address to) private {
        for (uint256 i = 0; i + 1 < path.length; i++) {
            (address from, address into) = (path[i], path[i + 1]);
            DevSwapPair pair = DevSwapPair(pairOf(from, into));
            (uint256 reserveIn, uint256 reserveOut) = reservesOf(from, into);
            uint256 out = getAmountOut(IERC20(from).balanceOf(address(pair)) - reserveIn, reserveIn, reserveOut);
            address receiver = i + 2 < path.length ? pairOf(into, path[i + 2]) : to;
            (uint256 out0, uint256 out1) = from < into ? (uint256(0), out) : (out, uint256(0));
            pair.swap(out0, out1, receiver, "");
        }
    }

    function enough(uint256 out, uint256 amountOutMin) private pure {
        if (out < amountOutMin) revert InsufficientOutputAmount(out);
    }

    function hasTwo(address[] calldata path) private pure {
        if (path.length < 2) revert InvalidPath();
    }

    function atLeast(uint256 amountIn, uint256 amountOutMin, address[] calldata path)
        private
        view
        returns (uint256[] memory amounts)
    {
        amounts = getAmountsOut(amountIn, path);
        enough(amounts[amounts.length - 1], amountOutMin);
    }

    function atMost(uint256 amountOut, uint256 amountInMax, address[] calldata path)
        private
        view
        returns (uint256[] memory amounts)
    {
        amounts = getAmountsIn(amountOut, path);
        if (amounts[0] > amountInMax) revert ExcessiveInputAmount(amounts[0]);
    }

    function startsWrapped(address[] calldata path) private view {
        if (path.length < 2 || path[0] != WETH) revert InvalidPath();
    }

    function endsWrapped(address[] calldata path) private view {
        if (path.length < 2 || path[path.length - 1] != WETH) revert InvalidPath();
    }

    function wrapInto(address[] calldata path, uint256 amount) private {
        IWrapped(WETH).deposit{value: amount}();
        IERC20(WETH).safeTransfer(pairOf(path[0], path[1]), amount);
    }

    function unwrapFrom(uint256[] memory amounts, address[] calldata path, address to) private {
        trade(amounts, path, address(this));
        uint256 out = amounts[amounts.length - 1];
        IWrapped(WETH).withdraw(out);
        pay(to, out);
    }

    function pairOf(address tokenA, address tokenB) private view returns (address pair) {
        pair = DevSwapFactory(factory).getPair(tokenA, tokenB);
        if (pair == address(0)) revert NoPair(tokenA, tokenB);
    }

    function reservesOf(address tokenA, address tokenB) private view returns (uint256 reserveA, uint256 reserveB) {
        (uint256 reserve0, uint256 reserve1, ) = DevSwapPair(pairOf(tokenA, tokenB)).getReserves();
        return tokenA < tokenB ? (reserve0, reserve1) : (reserve1, reserve0);
    }

    function pay(address to, uint256 value) private {
        (bool sent, ) = to.call{value: value}("");
        if (!sent) revert EtherTransferFailed(to);
    }
}
