package dev.referee.cookbook.kitchen;

import dev.referee.cookbook.article.SqlArticles;
import dev.referee.cookbook.customer.SqlCustomers;
import dev.referee.cookbook.jobs.SqlReports;
import dev.referee.cookbook.money.SqlAccounts;
import dev.referee.cookbook.naive.NaiveJobs;
import dev.referee.cookbook.order.SqlOrders;
import dev.referee.cookbook.refund.SqlRefunds;
import java.util.List;

/** The tables of all recipes. */
final class Tables {

    static final List<String> ALL = List.of(
            SqlArticles.TABLE,
            SqlAccounts.TABLE,
            SqlOrders.TABLE,
            SqlOrders.LINE_TABLE,
            SqlReports.TABLE,
            SqlRefunds.TABLE,
            SqlCustomers.TABLE,
            NaiveJobs.TABLE);

    private Tables() {}
}
