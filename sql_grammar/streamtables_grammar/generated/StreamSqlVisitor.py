# Generated from StreamSql.g4 by ANTLR 4.13.2
from antlr4 import *
if "." in __name__:
    from .StreamSqlParser import StreamSqlParser
else:
    from StreamSqlParser import StreamSqlParser

# This class defines a complete generic visitor for a parse tree produced by StreamSqlParser.

class StreamSqlVisitor(ParseTreeVisitor):

    # Visit a parse tree produced by StreamSqlParser#singleStatement.
    def visitSingleStatement(self, ctx:StreamSqlParser.SingleStatementContext):
        return self.visitChildren(ctx)


    # Visit a parse tree produced by StreamSqlParser#create.
    def visitCreate(self, ctx:StreamSqlParser.CreateContext):
        return self.visitChildren(ctx)


    # Visit a parse tree produced by StreamSqlParser#refresh.
    def visitRefresh(self, ctx:StreamSqlParser.RefreshContext):
        return self.visitChildren(ctx)


    # Visit a parse tree produced by StreamSqlParser#refreshAll.
    def visitRefreshAll(self, ctx:StreamSqlParser.RefreshAllContext):
        return self.visitChildren(ctx)


    # Visit a parse tree produced by StreamSqlParser#alter.
    def visitAlter(self, ctx:StreamSqlParser.AlterContext):
        return self.visitChildren(ctx)


    # Visit a parse tree produced by StreamSqlParser#drop.
    def visitDrop(self, ctx:StreamSqlParser.DropContext):
        return self.visitChildren(ctx)


    # Visit a parse tree produced by StreamSqlParser#showTables.
    def visitShowTables(self, ctx:StreamSqlParser.ShowTablesContext):
        return self.visitChildren(ctx)


    # Visit a parse tree produced by StreamSqlParser#describeTable.
    def visitDescribeTable(self, ctx:StreamSqlParser.DescribeTableContext):
        return self.visitChildren(ctx)


    # Visit a parse tree produced by StreamSqlParser#showCreate.
    def visitShowCreate(self, ctx:StreamSqlParser.ShowCreateContext):
        return self.visitChildren(ctx)


    # Visit a parse tree produced by StreamSqlParser#explain.
    def visitExplain(self, ctx:StreamSqlParser.ExplainContext):
        return self.visitChildren(ctx)


    # Visit a parse tree produced by StreamSqlParser#showHistory.
    def visitShowHistory(self, ctx:StreamSqlParser.ShowHistoryContext):
        return self.visitChildren(ctx)


    # Visit a parse tree produced by StreamSqlParser#verify.
    def visitVerify(self, ctx:StreamSqlParser.VerifyContext):
        return self.visitChildren(ctx)


    # Visit a parse tree produced by StreamSqlParser#verifyAll.
    def visitVerifyAll(self, ctx:StreamSqlParser.VerifyAllContext):
        return self.visitChildren(ctx)


    # Visit a parse tree produced by StreamSqlParser#createTrigger.
    def visitCreateTrigger(self, ctx:StreamSqlParser.CreateTriggerContext):
        return self.visitChildren(ctx)


    # Visit a parse tree produced by StreamSqlParser#dropTrigger.
    def visitDropTrigger(self, ctx:StreamSqlParser.DropTriggerContext):
        return self.visitChildren(ctx)


    # Visit a parse tree produced by StreamSqlParser#showTriggers.
    def visitShowTriggers(self, ctx:StreamSqlParser.ShowTriggersContext):
        return self.visitChildren(ctx)


    # Visit a parse tree produced by StreamSqlParser#call.
    def visitCall(self, ctx:StreamSqlParser.CallContext):
        return self.visitChildren(ctx)


    # Visit a parse tree produced by StreamSqlParser#createStreamTable.
    def visitCreateStreamTable(self, ctx:StreamSqlParser.CreateStreamTableContext):
        return self.visitChildren(ctx)


    # Visit a parse tree produced by StreamSqlParser#columnList.
    def visitColumnList(self, ctx:StreamSqlParser.ColumnListContext):
        return self.visitChildren(ctx)


    # Visit a parse tree produced by StreamSqlParser#column.
    def visitColumn(self, ctx:StreamSqlParser.ColumnContext):
        return self.visitChildren(ctx)


    # Visit a parse tree produced by StreamSqlParser#clause.
    def visitClause(self, ctx:StreamSqlParser.ClauseContext):
        return self.visitChildren(ctx)


    # Visit a parse tree produced by StreamSqlParser#commentClause.
    def visitCommentClause(self, ctx:StreamSqlParser.CommentClauseContext):
        return self.visitChildren(ctx)


    # Visit a parse tree produced by StreamSqlParser#partitionedByClause.
    def visitPartitionedByClause(self, ctx:StreamSqlParser.PartitionedByClauseContext):
        return self.visitChildren(ctx)


    # Visit a parse tree produced by StreamSqlParser#clusterByClause.
    def visitClusterByClause(self, ctx:StreamSqlParser.ClusterByClauseContext):
        return self.visitChildren(ctx)


    # Visit a parse tree produced by StreamSqlParser#locationClause.
    def visitLocationClause(self, ctx:StreamSqlParser.LocationClauseContext):
        return self.visitChildren(ctx)


    # Visit a parse tree produced by StreamSqlParser#propertiesClause.
    def visitPropertiesClause(self, ctx:StreamSqlParser.PropertiesClauseContext):
        return self.visitChildren(ctx)


    # Visit a parse tree produced by StreamSqlParser#refreshModeClause.
    def visitRefreshModeClause(self, ctx:StreamSqlParser.RefreshModeClauseContext):
        return self.visitChildren(ctx)


    # Visit a parse tree produced by StreamSqlParser#scheduleClause.
    def visitScheduleClause(self, ctx:StreamSqlParser.ScheduleClauseContext):
        return self.visitChildren(ctx)


    # Visit a parse tree produced by StreamSqlParser#dataClause.
    def visitDataClause(self, ctx:StreamSqlParser.DataClauseContext):
        return self.visitChildren(ctx)


    # Visit a parse tree produced by StreamSqlParser#refreshMode.
    def visitRefreshMode(self, ctx:StreamSqlParser.RefreshModeContext):
        return self.visitChildren(ctx)


    # Visit a parse tree produced by StreamSqlParser#every.
    def visitEvery(self, ctx:StreamSqlParser.EveryContext):
        return self.visitChildren(ctx)


    # Visit a parse tree produced by StreamSqlParser#cron.
    def visitCron(self, ctx:StreamSqlParser.CronContext):
        return self.visitChildren(ctx)


    # Visit a parse tree produced by StreamSqlParser#onChange.
    def visitOnChange(self, ctx:StreamSqlParser.OnChangeContext):
        return self.visitChildren(ctx)


    # Visit a parse tree produced by StreamSqlParser#downstream.
    def visitDownstream(self, ctx:StreamSqlParser.DownstreamContext):
        return self.visitChildren(ctx)


    # Visit a parse tree produced by StreamSqlParser#none.
    def visitNone(self, ctx:StreamSqlParser.NoneContext):
        return self.visitChildren(ctx)


    # Visit a parse tree produced by StreamSqlParser#timeUnit.
    def visitTimeUnit(self, ctx:StreamSqlParser.TimeUnitContext):
        return self.visitChildren(ctx)


    # Visit a parse tree produced by StreamSqlParser#property.
    def visitProperty(self, ctx:StreamSqlParser.PropertyContext):
        return self.visitChildren(ctx)


    # Visit a parse tree produced by StreamSqlParser#propertyKey.
    def visitPropertyKey(self, ctx:StreamSqlParser.PropertyKeyContext):
        return self.visitChildren(ctx)


    # Visit a parse tree produced by StreamSqlParser#propertyValue.
    def visitPropertyValue(self, ctx:StreamSqlParser.PropertyValueContext):
        return self.visitChildren(ctx)


    # Visit a parse tree produced by StreamSqlParser#refreshStreamTable.
    def visitRefreshStreamTable(self, ctx:StreamSqlParser.RefreshStreamTableContext):
        return self.visitChildren(ctx)


    # Visit a parse tree produced by StreamSqlParser#refreshOption.
    def visitRefreshOption(self, ctx:StreamSqlParser.RefreshOptionContext):
        return self.visitChildren(ctx)


    # Visit a parse tree produced by StreamSqlParser#withoutUpstream.
    def visitWithoutUpstream(self, ctx:StreamSqlParser.WithoutUpstreamContext):
        return self.visitChildren(ctx)


    # Visit a parse tree produced by StreamSqlParser#alterStreamTable.
    def visitAlterStreamTable(self, ctx:StreamSqlParser.AlterStreamTableContext):
        return self.visitChildren(ctx)


    # Visit a parse tree produced by StreamSqlParser#setRefreshMode.
    def visitSetRefreshMode(self, ctx:StreamSqlParser.SetRefreshModeContext):
        return self.visitChildren(ctx)


    # Visit a parse tree produced by StreamSqlParser#setSchedule.
    def visitSetSchedule(self, ctx:StreamSqlParser.SetScheduleContext):
        return self.visitChildren(ctx)


    # Visit a parse tree produced by StreamSqlParser#setProperties.
    def visitSetProperties(self, ctx:StreamSqlParser.SetPropertiesContext):
        return self.visitChildren(ctx)


    # Visit a parse tree produced by StreamSqlParser#suspend.
    def visitSuspend(self, ctx:StreamSqlParser.SuspendContext):
        return self.visitChildren(ctx)


    # Visit a parse tree produced by StreamSqlParser#resume.
    def visitResume(self, ctx:StreamSqlParser.ResumeContext):
        return self.visitChildren(ctx)


    # Visit a parse tree produced by StreamSqlParser#renameTo.
    def visitRenameTo(self, ctx:StreamSqlParser.RenameToContext):
        return self.visitChildren(ctx)


    # Visit a parse tree produced by StreamSqlParser#setQuery.
    def visitSetQuery(self, ctx:StreamSqlParser.SetQueryContext):
        return self.visitChildren(ctx)


    # Visit a parse tree produced by StreamSqlParser#query.
    def visitQuery(self, ctx:StreamSqlParser.QueryContext):
        return self.visitChildren(ctx)


    # Visit a parse tree produced by StreamSqlParser#sample.
    def visitSample(self, ctx:StreamSqlParser.SampleContext):
        return self.visitChildren(ctx)


    # Visit a parse tree produced by StreamSqlParser#event.
    def visitEvent(self, ctx:StreamSqlParser.EventContext):
        return self.visitChildren(ctx)


    # Visit a parse tree produced by StreamSqlParser#onStreamTable.
    def visitOnStreamTable(self, ctx:StreamSqlParser.OnStreamTableContext):
        return self.visitChildren(ctx)


    # Visit a parse tree produced by StreamSqlParser#referencing.
    def visitReferencing(self, ctx:StreamSqlParser.ReferencingContext):
        return self.visitChildren(ctx)


    # Visit a parse tree produced by StreamSqlParser#transitionTable.
    def visitTransitionTable(self, ctx:StreamSqlParser.TransitionTableContext):
        return self.visitChildren(ctx)


    # Visit a parse tree produced by StreamSqlParser#condition.
    def visitCondition(self, ctx:StreamSqlParser.ConditionContext):
        return self.visitChildren(ctx)


    # Visit a parse tree produced by StreamSqlParser#conditionPart.
    def visitConditionPart(self, ctx:StreamSqlParser.ConditionPartContext):
        return self.visitChildren(ctx)


    # Visit a parse tree produced by StreamSqlParser#triggerBody.
    def visitTriggerBody(self, ctx:StreamSqlParser.TriggerBodyContext):
        return self.visitChildren(ctx)


    # Visit a parse tree produced by StreamSqlParser#argument.
    def visitArgument(self, ctx:StreamSqlParser.ArgumentContext):
        return self.visitChildren(ctx)


    # Visit a parse tree produced by StreamSqlParser#argumentValue.
    def visitArgumentValue(self, ctx:StreamSqlParser.ArgumentValueContext):
        return self.visitChildren(ctx)


    # Visit a parse tree produced by StreamSqlParser#orReplace.
    def visitOrReplace(self, ctx:StreamSqlParser.OrReplaceContext):
        return self.visitChildren(ctx)


    # Visit a parse tree produced by StreamSqlParser#ifNotExists.
    def visitIfNotExists(self, ctx:StreamSqlParser.IfNotExistsContext):
        return self.visitChildren(ctx)


    # Visit a parse tree produced by StreamSqlParser#ifExists.
    def visitIfExists(self, ctx:StreamSqlParser.IfExistsContext):
        return self.visitChildren(ctx)


    # Visit a parse tree produced by StreamSqlParser#inSchema.
    def visitInSchema(self, ctx:StreamSqlParser.InSchemaContext):
        return self.visitChildren(ctx)


    # Visit a parse tree produced by StreamSqlParser#qualifiedName.
    def visitQualifiedName(self, ctx:StreamSqlParser.QualifiedNameContext):
        return self.visitChildren(ctx)


    # Visit a parse tree produced by StreamSqlParser#identifierList.
    def visitIdentifierList(self, ctx:StreamSqlParser.IdentifierListContext):
        return self.visitChildren(ctx)


    # Visit a parse tree produced by StreamSqlParser#identifier.
    def visitIdentifier(self, ctx:StreamSqlParser.IdentifierContext):
        return self.visitChildren(ctx)


    # Visit a parse tree produced by StreamSqlParser#stringLiteral.
    def visitStringLiteral(self, ctx:StreamSqlParser.StringLiteralContext):
        return self.visitChildren(ctx)


    # Visit a parse tree produced by StreamSqlParser#wholeNumber.
    def visitWholeNumber(self, ctx:StreamSqlParser.WholeNumberContext):
        return self.visitChildren(ctx)


    # Visit a parse tree produced by StreamSqlParser#number.
    def visitNumber(self, ctx:StreamSqlParser.NumberContext):
        return self.visitChildren(ctx)


    # Visit a parse tree produced by StreamSqlParser#booleanLiteral.
    def visitBooleanLiteral(self, ctx:StreamSqlParser.BooleanLiteralContext):
        return self.visitChildren(ctx)


    # Visit a parse tree produced by StreamSqlParser#nonReserved.
    def visitNonReserved(self, ctx:StreamSqlParser.NonReservedContext):
        return self.visitChildren(ctx)



del StreamSqlParser
