// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";

/// Called by a pair that paid out first and is to be paid back within the same call.
interface IDevSwapCallee {
    function uniswapV2Call(address sender, uint256 amount0, uint256 amount1, bytes calldata data) external;
}

/// A pool of two tokens whose product of reserves never falls, behind the interface that v2 exchanges have made common.
contract DevSwapPair is ERC20 {
    using SafeERC20 for IERC20;

    error OnlyFactory(address caller);
    error Locked();
    error Overflow();
    error InsufficientLiquidity();
    error InsufficientLiquidityMinted();
    error InsufficientLiquidityBurned();
    error InsufficientInputAmount();
    error InsufficientOutputAmount();
    error InvalidTo(address to);
    error ProductFell();

    event Mint(address indexed sender, uint256 amount0, uint256 amount1);
    event Burn(address indexed sender, uint256 amount0, uint256 amount1, address indexed to);
    event Swap(
        address indexed sender,
        uint256 amount0In,
        uint256 amount1In,
        uint256 amount0Out,
        uint256 amount1Out,
        address indexed to
    );
    event Sync(uint112 reserve0, uint112 reserve1);

    /// Shares that nobody ever gets, so that one share cannot be made too dear to buy.
    uint256 public constant MINIMUM_LIQUIDITY = 1_000;
    address private constant NOBODY = address(0xdead);

    address public immutable factory;
    address public immutable token0;
    address public immutable token1;

    uint112 private held0;
    uint112 private held1;
    uint32 private heldAt;
    bool private busy;

    modifier once() {
        if (busy) revert Locked();
        busy = true;
        _;
        busy = false;
    }

    constructor(address token0_, address token1_) ERC20("Latchkey Swap Share", "LKS") {
        factory = msg.sender;
        token0 = token0_;
        token1 = token1_;
    }

    function getReserves() external view returns (uint112 reserve0, uint112 reserve1, uint32 blockTimestampLast) {
        return (held0, held1, heldAt);
    }

    /// Turns what was sent here beforehand into shares.
    function mint(address to) external once returns (uint256 liquidity) {
        (uint256 balance0, uint256 balance1) = balances();
        uint256 amount0 = balance0 - held0;
        uint256 amount1 = balance1 - held1;
        uint256 supply = totalSupply();
        if (supply == 0) {
            uint256 root = Math.sqrt(amount0 * amount1);
            if (root <= MINIMUM_LIQUIDITY) revert InsufficientLiquidityMinted();
            liquidity = root - MINIMUM_LIQUIDITY;
            _mint(NOBODY, MINIMUM_LIQUIDITY);
        } else {
            liquidity = Math.min((amount0 * supply) / held0, (amount1 * supply) / held1);
        }
        if (liquidity == 0) revert InsufficientLiquidityMinted();
        _mint(to, liquidity);
        keep(balance0, balance1);
        emit Mint(msg.sender, amount0, amount1);
    }

    /// Turns shares that were sent here beforehand back into both tokens.
    function burn(address to) external once returns (uint256 amount0, uint256 amount1) {
        (uint256 balance0, uint256 balance1) = balances();
        uint256 liquidity = balanceOf(address(this));
        uint256 supply = totalSupply();
        amount0 = (liquidity * balance0) / supply;
        amount1 = (liquidity * balance1) / supply;
        if (amount0 == 0 || amount1 == 0) revert InsufficientLiquidityBurned();
        _burn(address(this), liquidity);
        IERC20(token0).safeTransfer(to, amount0);
        IERC20(token1).safeTransfer(to, amount1);
        (balance0, balance1) = balances();
        keep(balance0, balance1);
        emit Burn(msg.sender, amount0, amount1, to);
    }

    /// Pays out first; afterwards the product of the reserves, less three thousandths of what came in, must not be lower.
    function swap(uint256 amount0Out, uint256 amount1Out, address to, bytes calldata data) external once {
        if (amount0Out == 0 && amount1Out == 0) revert InsufficientOutputAmount();
        if (amount0Out >= held0 || amount1Out >= held1) revert InsufficientLiquidity();
        if (to == token0 || to == token1) revert InvalidTo(to);
        if (amount0Out > 0) IERC20(token0).safeTransfer(to, amount0Out);
        if (amount1Out > 0) IERC20(token1).safeTransfer(to, amount1Out);
        if (data.length > 0) IDevSwapCallee(to).uniswapV2Call(msg.sender, amount0Out, amount1Out, data);
        settle(amount0Out, amount1Out, to);
    }

    function settle(uint256 amount0Out, uint256 amount1Out, address to) private {
        (uint256 balance0, uint256 balance1) = balances();
        uint256 amount0In = gained(balance0, held0 - amount0Out);
        uint256 amount1In = gained(balance1, held1 - amount1Out);
        if (amount0In == 0 && amount1In == 0) revert InsufficientInputAmount();
        uint256 after0 = balance0 * 1_000 - amount0In * 3;
        uint256 after1 = balance1 * 1_000 - amount1In * 3;
        if (after0 * after1 < uint256(held0) * held1 * 1_000_000) revert ProductFell();
        keep(balance0, balance1);
        emit Swap(msg.sender, amount0In, amount1In, amount0Out, amount1Out, to);
    }

    /// Pays out what came here outside of a trade.
    function skim(address to) external once {
        (uint256 balance0, uint256 balance1) = balances();
        IERC20(token0).safeTransfer(to, balance0 - held0);
        IERC20(token1).safeTransfer(to, balance1 - held1);
    }

    /// Takes what came here outside of a trade as reserves.
    function sync() external once {
        (uint256 balance0, uint256 balance1) = balances();
        keep(balance0, balance1);
    }

    function balances() private view returns (uint256, uint256) {
        return (IERC20(token0).balanceOf(address(this)), IERC20(token1).balanceOf(address(this)));
    }

    function gained(uint256 balance, uint256 left) private pure returns (uint256) {
        return balance > left ? balance - left : 0;
    }

    function keep(uint256 balance0, uint256 balance1) private {
        if (balance0 > type(uint112).max || balance1 > type(uint112).max) revert Overflow();
        held0 = uint112(balance0);
        held1 = uint112(balance1);
        heldAt = uint32(block.timestamp);
        emit Sync(held0, held1);
    }
}
